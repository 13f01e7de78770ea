export { renderBadge } from './badge.ts';
export { type GithubOptions, renderGithub } from './github.ts';
export { renderGithubSummary } from './github-summary.ts';
export { renderHtml } from './html.ts';
export { renderJson } from './json.ts';
export { renderJunit } from './junit.ts';
export type { AnnouncedPlugin } from './pretty/check-line.ts';
export {
  createLiveReporter,
  type LiveOptions,
  type LiveReporter,
  type LiveStream,
} from './pretty/live.ts';
export { type PrettyOptions, renderPretty } from './pretty/pretty.ts';
export { exitCodeOf, type Strictness, verdictOf } from './standing.ts';
