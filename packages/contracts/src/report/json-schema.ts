import { z } from 'zod';
import { reportSchema } from './report.ts';

/** The JSON schema of a report (draft 2020-12), as `schema/report.schema.json` holds it. */
export function reportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(reportSchema);
  return {
    $schema,
    title: 'Report of slime-contracts',
    description: 'What `slime-contracts --reporter json` writes.',
    ...schema,
  };
}
