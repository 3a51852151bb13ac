import { amountsIn } from '../../src/tools/checks/money.ts';
import { parseMessage } from '../../src/tools/checks/parse-message.ts';
import { isGiven, withAmounts } from '../../src/tools/examples.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

test.each([
  ['Get 30 yuan now.', '30 yuan'],
  ['Get <b>30</b> yuan now.', '30 yuan'],
  ['Get thirty dollars.', 'thirty dollars'],
  ['Save $1,000.50 today.', '$1,000.50'],
  ['USD 10 for you', 'USD 10'],
  ['送30元优惠券', '30元'],
  ['送三十美元', '三十美元'],
  ['{newUser} yuan, then ¥100 more', '¥100'],
])('%s has an amount as a number: %s', (text, amount) => {
  expect(parseMessage(text).damage?.message).toContain(`"${amount}"`);
});

test.each([
  '{newUser} yuan',
  'Sign up for <b>¥{newUser}</b>.',
  '送<b>{newUser}元</b>优惠券',
  'Wait 10 minutes.',
  '{count, plural, one {# dollar} other {# dollars}}',
  '一元复始，万象更新',
  'Cinema 4D',
])('%s has none', (text) => {
  expect(parseMessage(text)).not.toHaveProperty('damage');
});

test('a parameter beside a currency is an amount', () => {
  expect(amountsIn('<b>{a} yuan</b> and <b>{b}</b>元, €{c} or $<b>{d}</b>; {e} days')).toEqual(['a', 'b', 'c', 'd']);
});

describe('examples', () => {
  const states = {
    one: { params: { coupon: '{newUser}', brand: '{brand}', count: 2, other: '{realName}' } },
    two: {
      params: {
        rows: [
          { kind: 'newUser', amount: '{newUser}', currency: '{currency}' },
          { kind: 'realName', amount: '{realName}', currency: '{currency}' },
        ],
      },
    },
    three: {},
  };

  test('say what the line gives, and nothing that it does not', async () => {
    const { line } = resolveAll(await loadData('.')).lines.foxrenderfarm as ResolvedLine;
    const given = { ...line, coupons: { newUser: 12 }, currency: 'USD' as const };
    expect(withAmounts({ states }, given).states).toEqual({
      one: { params: { coupon: 12, brand: '{brand}', count: 2 } },
      two: { params: { rows: [{ kind: 'newUser', amount: 12, currency: 'USD' }] } },
      three: {},
    });
  });

  test('are drawn only where the line gives what their own sentence needs', async () => {
    const { lines } = resolveAll(await loadData('.'));
    const drawn = (screen: string, state: string) =>
      Object.values(lines).flatMap((line) => (isGiven(line, screen, state) ? line.name : []));
    expect(drawn('account-saved', 'phone-coupon').sort()).toEqual(['dayan', 'ip', 'pkdragon', 'renderbus']);
    expect(drawn('third-success', 'linked')).toHaveLength(Object.keys(lines).length);
  });
});
