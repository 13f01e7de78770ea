// Writes schema/report.schema.json from the zod schema of the report. Run with
// `node scripts/write-schema.mjs` in this package after the schema was changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { defaultServerConditions, runnerImport } from 'vite';

// The packages of this repository from their sources: nothing need be built.
const conditions = ['slime-source', ...defaultServerConditions];
const root = new URL('..', import.meta.url);
const { module } = await runnerImport(new URL('src/report/json-schema.ts', root).pathname, {
  configFile: false,
  resolve: { conditions },
});
mkdirSync(new URL('schema/', root), { recursive: true });
writeFileSync(
  new URL('schema/report.schema.json', root),
  `${JSON.stringify(module.reportJsonSchema(), null, 2)}\n`,
);
