// What the tasks of both worlds say and call.

export const call = (name, kwargs) => ({ name, kwargs });
export const readUser = ({ id }) => call('get_user_details', { user_id: id });
export const cardOf = ({ last_four }) => `the card that ends in ${last_four}`;
