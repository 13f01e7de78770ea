/** The names that `count:person_names` asks for. */
export const personNames: ReadonlySet<string> = new Set(
  (
    'Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan Charlotte ' +
    'Alexander Amelia Benjamin Harper Leo Zoe Daniel Chloe Samuel Lily Matthew Grace Owen ' +
    'Abigail Gabriel Ella Jacob Scarlett Nathan Victoria Elijah Layla Nicholas Audrey ' +
    'David Hannah Christopher Penelope Thomas Nora Andrew Aria Joseph Claire Ryan Stella ' +
    'Jonathan'
  ).split(' '),
);
