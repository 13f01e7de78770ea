import type { PluginReport } from '../../report/report.ts';
import type { PluginTarget } from '../../runner/suite-request.ts';

/** The plugins that a package's manifest names. */
export async function pluginsOfPackage(_name: string, _cwd: string): Promise<PluginTarget[]> {
  return [];
}

/** Checks a package. */
export async function checkPackage(
  name: string,
  _options: { cwd: string },
): Promise<PluginReport> {
  return { kind: 'package', spec: name, file: null, sha256: null, error: null, checks: [], branches: null, output: [] };
}
