import { createMetrics, openRunFolder, openRunWriter } from '../../src/observe/index.ts';
import { makeGroup, makeManifest, makeSample } from './sample-groups.ts';

/** A run that never ends: writes groups, and says the number of each on standard output. */
const [dir = ''] = process.argv.slice(2);
const writer = await openRunWriter({
  folder: await openRunFolder(dir, true),
  manifest: makeManifest(),
  nonce: String(process.pid),
  metrics: createMetrics({ rewardKey: null }),
});
for (let groupIndex = 0; ; groupIndex += 1) {
  if (writer.completedGroups.has(groupIndex)) continue;
  const group = makeGroup(groupIndex);
  group.samples = group.samples.map(({ index }) =>
    makeSample(index ?? 0, groupIndex, { response: `${index} `.repeat(30_000) }),
  );
  await writer.write(group);
  process.stdout.write(`${groupIndex}\n`);
}
