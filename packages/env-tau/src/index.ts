export {
  calculateReward,
  type RewardInput,
  type RewardResult,
} from './episode/calculate-reward.ts';
export { tauEnv } from './episode/define-tau-env.ts';
export { goldWorld, isIdleTask } from './episode/gold-world.ts';
export { type TauConfig, tauConfigSchema } from './episode/tau-config.ts';
export { TauEnv, type TauEnvOptions } from './episode/tau-env.ts';
export { importData } from './import/import-data.ts';
export type { ImportedSplit } from './import/import-domain.ts';
export { parseJson } from './python/parse-json.ts';
export { fromJson, type PyDict, type PyValue } from './python/value.ts';
export { loadTasks } from './tasks/load-tasks.ts';
export { readTask, type Task, type TaskAction } from './tasks/task.ts';
export { FLAG_REASONS, type FlagReason, type TaskFlag, taskFlags } from './tasks/task-flags.ts';
export { dataFolder, loadTauData, type TauData } from './tasks/tau-data.ts';
export { ScriptedUser } from './user/scripted-user.ts';
export { isStop, STOP_MARKER } from './user/stop-marker.ts';
export type { UserSimulator, UserStart, UserUsage } from './user/user-simulator.ts';
export { applyTool, type ToolResult, toolSpecs } from './world/apply-tool.ts';
export { createDatabase, type Database, type Domain, DOMAINS } from './world/database.ts';
export { loadDatabase } from './world/load-database.ts';
export { createWorld, forkWorld, isSameState, type World, worldHash } from './world/world.ts';
