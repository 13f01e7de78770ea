/** Whether two answers are the same but for space around them. */
export const isSame = (a, b) => String(a).trim() === String(b).trim();
