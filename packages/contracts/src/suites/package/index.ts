export { checkPackage, packageChecks } from './check-package.ts';
export { manifestOfPackage, pluginsOfPackage } from './plugins-of-package.ts';
