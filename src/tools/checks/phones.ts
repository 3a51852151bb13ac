/** Whether a field of a phone takes the numbers of the line's own region. */
import { getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import type { Field } from '../../generated/config.ts';
import type { Scope } from './scope.ts';

export function checkPhone(scope: Scope, id: string, { widget, rule }: Field): void {
  const { region, area } = scope.line.line.phone;
  const number = widget === 'phone' ? getExampleNumber(region as 'CN', examples)?.number : undefined;
  // One that needs more than it takes is told of so.
  if (number === undefined || (rule.minLength ?? 0) > (rule.maxLength ?? Number.POSITIVE_INFINITY)) return;
  const report = (keyword: string, fix: string): void =>
    scope.report(
      `fields/${id}`,
      ['rule', keyword],
      `field ${id} does not take ${number}, a phone of ${region} with its calling code ${area}`,
      fix,
      'value',
      `phones of ${id}`,
    );
  const { length } = number;
  if (length > (rule.maxLength ?? length)) report('maxLength', `write ${Math.max(16, length)}`);
  else if (length < (rule.minLength ?? length)) report('minLength', `write ${length} or less`);
  else if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(number))
    report('pattern', 'write one that takes numbers such as this');
}
