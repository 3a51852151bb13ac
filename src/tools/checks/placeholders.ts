/** Finds what only stands in for an operator's own hosts, addresses and contacts; asked for by `check --production`. */
import { placeholdersIn } from '../../engine/placeholder.ts';
import type { Scope } from './scope.ts';

export function checkPlaceholders(scope: Scope): void {
  for (const { at, text } of placeholdersIn(scope.line.line))
    scope.report('line', [...at], `${text} is a placeholder`, 'write your own before visitors see it');
}
