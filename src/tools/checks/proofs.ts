/** Checks what answers mark as proofs: properties that are there, and steps that bring them where they are needed. */
import type { Outcome } from '../../engine/whole.ts';
import { callsOfEvent } from '../event-calls.ts';
import { unknownKeywords } from './api.ts';
import { responseOf } from './flow.ts';
import { eventsOf, type Scope } from './scope.ts';

/** Flow values and stored keys that hold a proof of a call's answer. */
function proofsOf({ line }: Scope, call: string): readonly string[] {
  const { keeps = {}, saves = {} } = line.calls.calls?.[call] ?? {};
  const proofs = line.api[call]?.proofs ?? [];
  return Object.entries({ ...keeps, ...saves }).flatMap(([name, from]) =>
    typeof from === 'string' && proofs.includes(from) ? name : [],
  );
}

/** Flow values and stored keys that the calls of a screen send. */
function sentBy({ line }: Scope, screen: string): ReadonlySet<string> {
  const events = eventsOf(line).filter((each) => each.screen === screen);
  const values = events.flatMap(({ event }) =>
    callsOfEvent(line, event).flatMap((call) => Object.values({ ...line.calls.calls?.[call]?.body, ...event.with })),
  );
  return new Set(values.flatMap((value) => ('flow' in value ? value.flow : 'stored' in value ? value.stored : [])));
}

const succeeds = (outcome: Outcome): boolean => [outcome.on].flat().includes('ok');

export function checkProofs(scope: Scope): void {
  const { line } = scope;
  for (const [id, { proofs = [], response }] of Object.entries(line.api)) {
    if (response && unknownKeywords(response).length > 0) continue;
    const answer = responseOf(scope, id) ?? [];
    for (const [index, name] of proofs.entries()) {
      if (!answer.includes(name))
        scope.unknown(`api/${id}`, ['proofs', index], `property of the answer of ${id}`, name, answer);
    }
  }
  for (const { screen, name, event } of eventsOf(line)) {
    const proving = callsOfEvent(line, event).filter((call) => proofsOf(scope, call).length > 0);
    const made = [...new Set(proving.flatMap((call) => proofsOf(scope, call)))];
    if (made.length === 0) continue;
    const keeps = new Set(proving.flatMap((call) => Object.keys(line.calls.calls?.[call]?.keeps ?? {})));
    for (const [index, outcome] of (event.outcomes ?? []).entries()) {
      if (!('go' in outcome) || !succeeds(outcome)) continue;
      const { screen: target, with: carried = [] } = outcome.go;
      const sent = sentBy(scope, target);
      if (!made.some((each) => sent.has(each)) || made.some((each) => carried.includes(each))) continue;
      const message = `screen ${target} sends what call ${proving.join(', ')} proved, and this step ends its flow`;
      const kept = made.find((each) => keeps.has(each) && sent.has(each)) ?? made.find((each) => keeps.has(each));
      scope.report('flow', ['screens', screen, name, 'outcomes', index, 'go'], message, `add "with": ["${kept}"]`);
    }
  }
}
