/** The page that stands in for one that cannot be sent: it is made whatever the texts of a line ask for. */
import type { ServerLine } from '../../../src/engine/pack.ts';
import { faultPage } from '../../../src/server/http/fault-page.ts';
import { FIXTURE_LINES } from './fixture.ts';

function lineWith(messages: Readonly<Record<string, string>>): ServerLine {
  const [line] = FIXTURE_LINES as [ServerLine];
  return {
    ...line,
    line: { ...line.line, currency: 'CNY', coupons: { registration: 30 }, contacts: { supportPhone: '400-000' } },
    messages: { en: { ...line.messages.en, ...messages } },
  } as unknown as ServerLine;
}
const said = (line: ServerLine, code?: string): string =>
  /role="alert">([^<]*)</.exec(faultPage(line, 'en', 'request-7', code).html)?.[1] ?? '';

test('a sentence may use what every message of a line may', () => {
  const line = lineWith({
    'errors.unknown': '{brand} still owes you {registration} {currency}: {supportPhone}, {requestId}.',
    'line.footer': '{brand}, {currency}',
  });
  expect(said(line)).toBe('Alpha still owes you 30 CNY: 400-000, request-7.');
  expect(faultPage(line, 'en', 'request-7').html).toContain('>Alpha, CNY</p>');
});

test('a sentence that needs what nobody has here is passed over', () => {
  expect(said(lineWith({ 'errors.unknown': 'It failed for {account}.', 'line.footer': '{account}' }))).toBe(
    'request-7',
  );
});

test('a failure that was to be expected says so, where the line has words for it', () => {
  const line = lineWith({
    'errors.unknown': 'Ours: {requestId}.',
    'errors.InvalidParameter': 'Check what you entered.',
  });
  expect(said(line, 'InvalidParameter')).toBe('Check what you entered.');
  expect(said(line, 'Strange')).toBe('Ours: request-7.');
});
