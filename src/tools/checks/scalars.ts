/** What is wrong with a text or a number by its grammar. */
import { quote, type Schema } from './schema.ts';
import { regexp } from './schema-facts.ts';

interface Wrong {
  readonly message: string;
  readonly fix: string;
}

export function wrongText(schema: Schema, title: string, value: string): Wrong | undefined {
  const { pattern, description, minLength, maxLength } = schema;
  if (pattern !== undefined && !regexp(pattern).test(value)) {
    const fix = description ? `write: ${description}` : `write something that matches ${pattern}`;
    return { message: `${quote(value)} is no ${title}`, fix };
  }
  if (minLength !== undefined && value.length < minLength) {
    const least = minLength === 1 ? '1 character' : `${minLength} characters`;
    return { message: `${title} is too short`, fix: `write at least ${least}` };
  }
  if (maxLength === undefined || value.length <= maxLength) return undefined;
  return { message: `${title} is too long, ${value.length} characters`, fix: `write at most ${maxLength} characters` };
}

export function wrongNumber(schema: Schema, title: string, value: number): Wrong | undefined {
  const { minimum, maximum } = schema;
  const message = `${title} is ${value}`;
  if (minimum !== undefined && value < minimum) return { message, fix: `write at least ${minimum}` };
  if (maximum !== undefined && value > maximum) return { message, fix: `write at most ${maximum}` };
  return undefined;
}
