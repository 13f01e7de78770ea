// Preloaded into a program: writes the URL of every module that it imports into the file named by
// SLIME_IMPORT_LOG.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';

const file = process.env.SLIME_IMPORT_LOG;
const hook = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(file)}, url + '\\n');
  return next(url, context);
}`;
appendFileSync(file, '');
register(`data:text/javascript,${encodeURIComponent(hook)}`);
