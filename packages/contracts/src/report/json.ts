import { type Report, reportSchema } from './report.ts';

/** Writes a report as JSON, which `report.schema.json` of this package describes. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(reportSchema.parse(report), null, 2)}\n`;
}
