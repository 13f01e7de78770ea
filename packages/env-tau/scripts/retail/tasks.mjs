import { pendingOrders } from './pending-orders.mjs';
import { deliveredOrders } from './delivered-orders.mjs';
import { questions } from './questions.mjs';

/**
 * What tasks there are by name: each puts a customer with orders into the shop and gives what they
 * want, the calls that do it, and what they must be told.
 */
export const shopTasks = { ...pendingOrders, ...deliveredOrders, ...questions };
