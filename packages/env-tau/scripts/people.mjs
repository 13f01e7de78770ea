const FIRST = [
  'Alma',
  'Bruno',
  'Celia',
  'Dario',
  'Edda',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Leon',
  'Maren',
  'Nils',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Stefan',
  'Tilda',
  'Uma',
  'Viktor',
  'Wanda',
  'Xenia',
  'Yara',
  'Zeno',
  'Ansel',
  'Bettina',
  'Cosmo',
  'Delia',
  'Emil',
  'Flora',
  'Gustav',
  'Hanna',
  'Iris',
  'Jasper',
  'Klara',
  'Luca',
  'Mona',
  'Noel',
  'Otis',
  'Paula',
  'Ruben',
  'Selma',
  'Theo',
  'Ursel',
  'Vera',
  'Wim',
  'Zita',
  'Arvid',
  'Carla',
  'Dora',
];
const LAST = [
  'Abel',
  'Brandt',
  'Cole',
  'Dietz',
  'Ekman',
  'Frost',
  'Gruber',
  'Holm',
  'Ivers',
  'Jansen',
  'Keller',
  'Lund',
  'Marlow',
  'Novak',
  'Ostrow',
  'Petri',
  'Quast',
  'Rieger',
  'Sommer',
  'Thorn',
  'Ulrich',
  'Vogt',
  'Winter',
  'Yates',
  'Zeller',
  'Amsel',
  'Birk',
  'Corvin',
  'Dahl',
  'Eder',
];
const STREETS = [
  'Mill Lane',
  'Harbor Street',
  'Orchard Road',
  'Station Road',
  'Chapel Hill',
  'Quarry Way',
];
const PLACES = [
  ['Portland', 'OR', '972'],
  ['Boise', 'ID', '837'],
  ['Tucson', 'AZ', '857'],
  ['Omaha', 'NE', '681'],
  ['Richmond', 'VA', '232'],
  ['Albany', 'NY', '122'],
  ['Madison', 'WI', '537'],
  ['Savannah', 'GA', '314'],
];
const MANNERS = [
  'You are brief and friendly.',
  'You are polite, and answer only what you are asked.',
  'You are in a hurry and do not like to repeat yourself.',
  'You are talkative, but you keep to what you came for.',
  'You are careful and want to hear the details before you say yes.',
  'You are calm and trust the agent.',
];

/** Makes people, no two of one name. @param {ReturnType<import('./random.mjs').createRandom>} random */
export function createPeople(random) {
  const names = random.shuffle(FIRST.map((first, at) => [first, LAST[(at * 7) % LAST.length]]));
  const address = () => {
    const [city, state, zip] = random.pick(PLACES);
    return {
      address1: `${random.whole(2, 98)} ${random.pick(STREETS)}`,
      address2: random.pick(['', `Apt ${random.whole(2, 40)}`]),
      city,
      country: 'USA',
      state,
      zip: `${zip}${random.whole(10, 99)}`,
    };
  };
  const person = () => {
    const name = names.shift();
    if (name === undefined) throw new RangeError('there are more tasks than names');
    const [first, last] = name;
    const number = random.digits(4);
    const id = `${first}_${last}_${number}`.toLowerCase();
    return {
      id,
      first,
      last,
      name: { first_name: first, last_name: last },
      address: address(),
      email: `${first}.${last}${number}@example.com`.toLowerCase(),
    };
  };
  /** Somebody's companion: of the same family, with another first name. */
  const companion = ({ first, last }) => ({
    first_name: random.pick(FIRST.filter((name) => name !== first)),
    last_name: last,
    dob: birthday(),
  });
  const card = () => {
    const id = `credit_card_${random.digits(7)}`;
    const brand = random.pick(['visa', 'mastercard']);
    return { source: 'credit_card', brand, last_four: random.digits(4), id };
  };
  const birthday = () =>
    `${random.whole(1955, 2003)}-${String(random.whole(1, 12)).padStart(2, '0')}-` +
    String(random.whole(1, 28)).padStart(2, '0');
  const manner = () => random.pick(MANNERS);
  return { person, companion, address, card, birthday, manner };
}
