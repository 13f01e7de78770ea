import { describe, expect, it } from 'vitest';
import { renderCheckIndex } from '../../src/docs/check-index.ts';
import { makeDocumented } from './sample-check.ts';

describe('the list of checks', () => {
  it('has a table for each kind of plugin, in order', () => {
    const text = renderCheckIndex([
      makeDocumented(),
      makeDocumented({ id: 'env/shape', kind: 'env', title: 'It is `a|b`', isProperty: false }),
      makeDocumented({ id: 'rm/range', title: 'In range', severity: 'warning' }),
    ]);
    expect(text.slice(text.indexOf('## '))).toBe(`\
## Reward function

\`\`\`sh
npx slime-contracts --custom-rm-path ./rm.ts
\`\`\`

| Check | What holds | Severity | Law |
| --- | --- | --- | --- |
| [\`rm/finite\`](rm/finite.md) | A reward is a finite number, or a record with the key of \`reward_key\` | error | property |
| [\`rm/range\`](rm/range.md) | In range | warning | property |

## Environment

\`\`\`sh
npx slime-contracts --rollout-interaction-env-path ./env.ts
\`\`\`

| Check | What holds | Severity | Law |
| --- | --- | --- | --- |
| [\`env/shape\`](env/shape.md) | It is \`a\\|b\` | error | examination |
`);
  });
});
