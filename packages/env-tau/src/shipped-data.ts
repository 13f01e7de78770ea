import { fileURLToPath } from 'node:url';

/** The folder of the small worlds that come with the package: beside `src`, and beside `dist`. */
export const SHIPPED_DATA: string = fileURLToPath(new URL('../data', import.meta.url));
