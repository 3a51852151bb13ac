/** The invariants that every fault looks at in the same way. */
import type { Account, Target } from '../bench/calls.ts';
import { digestFor, signIn } from '../bench/calls.ts';
import type { House } from './house.ts';
import type { Judge } from './judge.ts';

/** I1: whoever was told that they have an account can sign in to it, or is told that it waits for its activation. */
export async function acknowledgedRemain(
  house: House,
  target: Target,
  accounts: readonly Account[],
  judge: Judge,
): Promise<void> {
  const lost: string[] = [];
  for (const { username, password } of accounts) {
    const { code } = await signIn(house.caller(target.line), target, username, await digestFor(target, password));
    if (code !== 200 && code !== 'Account.UnActivated') lost.push(`${username} (${code})`);
  }
  judge.holds(1, lost.length === 0, `${lost.length} of ${accounts.length} are lost: ${lost.slice(0, 3).join(', ')}`);
}

/** I2: an account has its password and, registered by mail, its link and the mail that carries it; and none of them is without it. */
export async function noHalfAccount(house: House, judge: Judge): Promise<void> {
  const [found] = await house.ask<{ bare: string; linkless: string; links: string; mails: string }>(
    `select (select count(*) from account a where not exists (select 1 from credential c where c.account_id = a.id)) as bare,
            (select count(*) from account a where a.status = 'unactivated' and not exists (select 1 from link_token l where l.account_id = a.id)) as linkless,
            (select count(*) from link_token) as links, (select count(*) from outbox where channel = 'email') as mails`,
  );
  judge.holds(
    2,
    Number(found?.bare) === 0 && Number(found?.linkless) === 0 && found?.links === found?.mails,
    JSON.stringify(found),
  );
}

/** I3: no name, mailbox or phone belongs to two accounts of a region; of the reference accounts some share a phone on purpose. */
export async function oneAccountEach(house: House, judge: Judge): Promise<void> {
  const twice = await house.ask<{ key: string }>(
    `select key from (select zone, 'name ' || username_key as key from account where kind = 1
       union all select zone, 'mailbox ' || email_key from account where email_key is not null and kind = 1
       union all select zone, 'phone ' || phone from account where phone_verified and username_key not like 'foyer\\_%') as each
     group by zone, key having count(*) > 1`,
  );
  judge.holds(3, twice.length === 0, twice.map(({ key }) => key).join(', '));
}

/** I6: nothing is owed any more. @param seconds how long it may take */
export async function nothingOwed(house: House, judge: Judge, seconds: number): Promise<void> {
  const owed = (): Promise<number> => house.count("select 1 from outbox where state <> 'sent'");
  const deadline = Date.now() + seconds * 1000;
  while ((await owed()) > 0 && Date.now() < deadline) await new Promise((next) => setTimeout(next, 200));
  const left = await owed();
  judge.holds(6, left === 0, `${left} messages have not left after ${seconds} s`);
}

/** I5: of the wrong passwords for an account each one that was answered was counted, and none that was never sent. */
export async function countersExact(
  house: House,
  { username }: Pick<Account, 'username'>,
  tries: { readonly sent: number; readonly answered: number },
  judge: Judge,
): Promise<void> {
  const [row] = await house.ask<{ failures: string }>(
    `select coalesce(sum(c.failures), 0) as failures from sign_in_counter c join account a on c.account_id = a.id where a.username_key = $1`,
    [username],
  );
  const counted = Number(row?.failures);
  judge.holds(
    5,
    counted >= tries.answered && counted <= tries.sent,
    `${counted} counted of ${tries.sent} sent, ${tries.answered} of them answered`,
  );
}
