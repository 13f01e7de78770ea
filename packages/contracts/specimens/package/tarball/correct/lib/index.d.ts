import type { CustomRM } from 'slime-sdk';

/** 1 where the response is the label. */
export declare const sums: CustomRM;
