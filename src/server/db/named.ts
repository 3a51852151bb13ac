/** Calling a function of the database by the names of its parameters: a list of twenty values in order is nobody's to read. */

/** A call as it stands in a statement, and the values that it takes. */
export interface NamedCall {
  readonly text: string;
  readonly values: readonly unknown[];
}

const NAME = /^[a-z_]+$/;

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is no name of the database's.`);
  return name;
}

/**
 * `name(p_one => $1, p_two => $2)`. The same names in the same order give the same text, which connections keep prepared.
 * @param parameters by their names in the database; undefined is null
 */
export function callOf(name: string, parameters: Readonly<Record<string, unknown>>): NamedCall {
  const given = Object.keys(parameters).map((key, index) => `${checked(key)} => $${index + 1}`);
  return {
    text: `${checked(name)}(${given.join(', ')})`,
    values: Object.values(parameters).map((value) => value ?? null),
  };
}
