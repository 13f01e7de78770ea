/** Ids with one placeholder a picture. */
export interface CollapsedIds {
  readonly ids: number[];
  /** Where each stands in the whole. */
  readonly positions: number[];
}

/** Leaves one of each row of a picture's placeholders: a template writes one. */
export function collapsePictures(ids: readonly number[], padId: number | undefined): CollapsedIds {
  const kept: number[] = [];
  const positions: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (id === padId && ids[at - 1] === padId) continue;
    kept.push(id);
    positions.push(at);
  }
  return { ids: kept, positions };
}
