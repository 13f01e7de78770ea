import type { FaultRow } from './fault-row.ts';
import { adapterFaults } from './fault-rows/adapters.ts';
import { batchFaults } from './fault-rows/batch.ts';
import { exampleFaults } from './fault-rows/examples.ts';
import { geo3kFaults } from './fault-rows/geo3k.ts';
import { graderFaults } from './fault-rows/graders.ts';
import { commonReports } from './fault-rows/reports-common.ts';
import { rarerReports } from './fault-rows/reports-rarer.ts';
import { rolloutFaults } from './fault-rows/rollout.ts';
import { tauFaults } from './fault-rows/tau.ts';
import { trajectoryFaults } from './fault-rows/trajectory.ts';

/** The catalogue of real faults, in its order. */
export const FAULT_ROWS: readonly FaultRow[] = [
  ...commonReports,
  ...rarerReports,
  ...geo3kFaults,
  ...tauFaults,
  ...rolloutFaults,
  ...batchFaults,
  ...trajectoryFaults,
  ...adapterFaults,
  ...graderFaults,
  ...exampleFaults,
];
