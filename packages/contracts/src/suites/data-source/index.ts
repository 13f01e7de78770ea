import { createSuite } from '../../suite.ts';
import { copies, groups, identity, shape } from './groups.ts';
import { lifecycle } from './lifecycle.ts';
import { epochs, moreThanAll, sameSeed } from './order.ts';
import { added, firstStart, resume } from './state.ts';
import { loadDataSource } from './target.ts';

/** The checks of data sources, in order. */
export const dataSourceSuite = createSuite({
  checks: [
    shape,
    groups,
    identity,
    copies,
    sameSeed,
    epochs,
    moreThanAll,
    added,
    resume,
    firstStart,
    lifecycle,
  ],
  load: loadDataSource,
  unload: (target) => target.close(),
});
