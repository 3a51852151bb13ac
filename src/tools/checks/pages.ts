/** Checks forms on several pages: what a page goes on from, and that nothing but a sent form leads to it. */
import type { Path } from '../load.ts';
import { mayHold } from './conditions.ts';
import { buttonsOf, earlierScreens, eventsOf, fieldsOf, formsOf, linksOf, type Scope } from './scope.ts';
import { earlierFields } from './senders.ts';
import { eventsOfForms } from './sends.ts';

/** Every way to a screen that is no step of an event: what to delete it from. */
function otherWays({ line }: Scope, target: string): { document: string; at: Path; name: string }[] {
  const links = Object.entries(line.screens).flatMap(([id, screen]) => [
    ...linksOf(id, screen).flatMap(({ document, at, link }) =>
      link.screen === target ? { document, at: [...at, 'screen'], name: 'this link' } : [],
    ),
    ...buttonsOf(screen).flatMap(({ at, button }) =>
      button.screen === target ? { document: `screens/${id}`, at: [...at, 'screen'], name: 'this button' } : [],
    ),
  ]);
  const errors = Object.entries(line.errors.codes ?? {}).flatMap(([code, { go, links = [] }]) => [
    ...(go === target ? [{ document: 'errors', at: ['codes', code, 'go'], name: 'this error' }] : []),
    ...links.flatMap(({ screen }, index) =>
      screen === target ? { document: 'errors', at: ['codes', code, 'links', index, 'screen'], name: 'this link' } : [],
    ),
  ]);
  const home = line.line.home === target ? [{ document: 'line', at: ['home'], name: '"home"' }] : [];
  return [...links, ...errors, ...home];
}

function checkPage(scope: Scope, id: string, before: string): void {
  const { line } = scope;
  for (const { document, at, name } of otherWays(scope, id)) {
    scope.report(document, at, `${name} leads to screen ${id}, which follows ${before}`, `lead to "${before}"`);
  }
  const sent = eventsOfForms(line, before);
  for (const { screen, name, event } of eventsOf(line)) {
    for (const [index, outcome] of (event.outcomes ?? []).entries()) {
      if (!('go' in outcome) || outcome.go.screen !== id) continue;
      const at = ['screens', screen, name, 'outcomes', index, 'go', 'screen'];
      const message = `this step leads to screen ${id}, which follows ${before}`;
      if (screen !== before) scope.report('flow', at, message, `lead to "${before}"`);
      else if (!sent.has(name))
        scope.report('flow', at, `${message}, and no form there sends ${name}`, `let a form's event lead there`);
    }
  }
  const earlier = earlierFields(line, id);
  for (const [form, each] of line.screens[id] ? formsOf(line.screens[id]) : []) {
    for (const [index, { field }] of fieldsOf(each).entries()) {
      const other = earlier.find(({ entry }) => entry.field === field);
      if (other === undefined) continue;
      const message = `field "${field}" is on screen ${other.on} already, which this one follows`;
      scope.report(`screens/${id}`, ['forms', form, 'fields', index], message, 'delete it from one of them');
    }
  }
}

export function checkPages(scope: Scope): void {
  const { line } = scope;
  const circular = new Set<string>();
  for (const [id, screen] of Object.entries(line.screens)) {
    // A layer's page that this line does not offer is nobody's.
    if (screen.kind !== 'form' || screen.follows === undefined || !mayHold(screen.when, line)) continue;
    const { follows } = screen;
    const document = `screens/${id}`;
    const before = line.screens[follows];
    const earlier = earlierScreens(line, id);
    if (!before) scope.unknown(document, ['follows'], 'screen', follows, Object.keys(line.screens));
    else if (before.kind !== 'form') {
      const message = `screen ${id} follows ${follows}, a ${before.kind}: no form is sent there`;
      scope.report(document, ['follows'], message, 'name a form, or delete "follows"');
    } else if (earlier.includes(id)) {
      // A circle is one mistake, told of the first of its screens.
      if (!circular.has(id))
        scope.report(document, ['follows'], `screen ${id} follows itself`, 'let the first page follow none');
      for (const each of earlier) circular.add(each);
    } else checkPage(scope, id, follows);
  }
}
