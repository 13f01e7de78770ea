import { createRolloutArgs } from 'slime-sdk';
import { expect, it } from 'vitest';
import { redact } from '../../src/observe/redact.ts';

it('replaces secrets by name at any depth, and in URLs', () => {
  expect(
    redact({
      openai_api_key: 'k',
      judge: { headers: { Authorization: 'Bearer k' }, hf_token: 'k', password: 'k' },
      services: [{ 'api-key': 'k', secret: 'k' }],
      rm_url: 'https://user:k@host:8000/score?api_key=k&model=m',
      plain: 'https://host/@scope?model=3',
    }),
  ).toEqual({
    openai_api_key: '<redacted>',
    judge: {
      headers: { Authorization: '<redacted>' },
      hf_token: '<redacted>',
      password: '<redacted>',
    },
    services: [{ 'api-key': '<redacted>', secret: '<redacted>' }],
    rm_url: 'https://<redacted>@host:8000/score?api_key=<redacted>&model=m',
    plain: 'https://host/@scope?model=3',
  });
});

it('replaces whatever stands below a secret’s name, and the text of authorization headers', () => {
  expect(
    redact({
      credentials: { user: 'u', keys: ['k', { deep: 'k' }], port: 1 },
      headers: ['Authorization: Bearer k.k-k_k', 'authorization: Basic a2s6a2s='],
      rubric: 'the basic idea',
    }),
  ).toEqual({
    credentials: { user: '<redacted>', keys: ['<redacted>', { deep: '<redacted>' }], port: 1 },
    headers: ['Authorization: Bearer <redacted>', 'authorization: Basic <redacted>'],
    rubric: 'the basic idea',
  });
});

it('leaves slime’s own arguments and numbers as they are', () => {
  const args = { ...createRolloutArgs({ reward_key: 'score', rollout_stop_token_ids: [1] }) };
  expect(redact({ ...args, max_tokens_per_turn: 5, token_budget: 3 })).toEqual({
    ...args,
    max_tokens_per_turn: 5,
    token_budget: 3,
  });
});

it('takes a word behind “bearer” for a secret only when it looks like one', () => {
  const prose = {
    story: 'the ring bearer walked on; a bearer well-known, bearer 2024, and its bearer.',
    rule: 'authorization: required before refunds, authorization=manual',
  };
  expect(redact(prose)).toEqual(prose);
  expect(
    redact({
      note: 'use Bearer sk-a1b2c3 or bearer abcdefghijklmnopqrstuvwx, not Bearer tokens',
      header: 'authorization: k3yk3y',
      plain: 'Authorization: Basic secretword',
    }),
  ).toEqual({
    note: 'use Bearer <redacted> or bearer <redacted>, not Bearer tokens',
    header: 'authorization: <redacted>',
    plain: 'Authorization: Basic <redacted>',
  });
});
