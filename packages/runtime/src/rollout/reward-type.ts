import { ConfigError, type JsonObject, type JsonValue } from 'slime-sdk';
import { graders } from 'slime-sdk/rewards';

/** A reward that is worked out here. */
export type LocalType = keyof typeof graders;

/** A built-in reward. */
export type RewardType = LocalType | 'remote_rm' | 'boxed_remote_rm';

/** Where a row names its own reward. */
export const ROW_TYPE = 'metadata.rm_type';

/** What a row says that it is graded by; null where it says nothing. */
export function rowType(metadata: Readonly<JsonObject>): JsonValue {
  const own = metadata['rm_type'] ?? null;
  return own === '' ? null : own;
}

/** Whether a name is that of a reward that is worked out here. */
export const isLocal = (type: string): type is LocalType => Object.hasOwn(graders, type);

/** Whether a value names a reward, blanks around it aside. */
export function knownType(value: unknown): RewardType | null {
  const name = typeof value === 'string' ? value.trim() : '';
  return name === 'remote_rm' || name === 'boxed_remote_rm' || isLocal(name) ? name : null;
}

/** What to say of a type that is none. */
export function unknownType(setting: string, value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  const plain = Object.keys(graders).filter((type) => !type.startsWith('boxed_'));
  return (
    `${setting} ${name}: unknown; supported are ` +
    `${plain.join(', ')} and remote_rm, each as boxed_… too, others by --custom-rm-path`
  );
}

/** @throws ConfigError for a type that there is not. */
export function readType(value: unknown, setting: string): RewardType {
  const type = knownType(value);
  if (type === null) throw new ConfigError(unknownType(setting, value));
  return type;
}
