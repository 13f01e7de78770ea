import { calculateTool, thinkTool, transferTool } from '../world/common-tools.ts';
import type { WorldTool } from '../world/tool.ts';
import { modifyPendingOrderAddress, modifyUserAddress } from './address-tools.ts';
import { cancelPendingOrder } from './cancel-pending-order.ts';
import { exchangeDeliveredOrderItems } from './exchange-delivered-order-items.ts';
import { findUserIdByEmail, findUserIdByNameZip } from './find-user-tools.ts';
import {
  getOrderDetails,
  getProductDetails,
  getUserDetails,
  listAllProductTypes,
} from './lookup-tools.ts';
import { modifyPendingOrderItems } from './modify-pending-order-items.ts';
import { modifyPendingOrderPayment } from './modify-pending-order-payment.ts';
import type { RetailWorld } from './retail-world.ts';
import { returnDeliveredOrderItems } from './return-delivered-order-items.ts';

/** The tools of the shop, in the benchmark's order. */
export const retailTools: readonly WorldTool<RetailWorld>[] = [
  calculateTool,
  cancelPendingOrder,
  exchangeDeliveredOrderItems,
  findUserIdByEmail,
  findUserIdByNameZip,
  getOrderDetails,
  getProductDetails,
  getUserDetails,
  listAllProductTypes,
  modifyPendingOrderAddress,
  modifyPendingOrderItems,
  modifyPendingOrderPayment,
  modifyUserAddress,
  returnDeliveredOrderItems,
  thinkTool,
  transferTool,
];
