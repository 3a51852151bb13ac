/** Sentences beside a bar of steps say the step that the bar shows. */
import { blocksOf, type Scope } from './scope.ts';

const BAR = /^step-(\d)-of-(\d)$/;

export function checkSteps(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    for (const { block } of blocksOf(screen)) {
      const [, step = '', of = ''] = (block.block === 'text' && BAR.exec(block.tone ?? '')) || [];
      if (block.block !== 'text' || step === '') continue;
      const key = `screens.${id}.texts.${block.id}`;
      for (const [language, catalog] of Object.entries(line.messages)) {
        const said = String(catalog[key] ?? '').match(/\d+/g) ?? [];
        if (said.every((number) => number === step || number === of)) continue;
        const message = `message "${key}" says ${said.join(' of ')}, and the bar beside it is step ${step} of ${of}`;
        scope.lack(`messages/${language}`, [key], message, `write ${step} and ${of}`);
      }
    }
  }
}
