/** What adds or removes a way in, asked for in a session of an hour ago. */
import { ALWAYS, WITHOUT_PASSWORD } from '../fresh-calls.ts';
import { thirdParties } from '../third-parties.ts';
import { type Scenario, type Scenarios, signedIn, world } from './stage.ts';

const stale =
  (call: string, body: Readonly<Record<string, unknown>>): Scenario =>
  async () => {
    const browser = await signedIn();
    browser.extra = { thirdParties };
    const { userId } = (await browser.call('session')).data;
    await world.db.query("update user_session set created_at = created_at - interval '1 hour' where account_id = $1", [
      userId,
    ]);
    if (call === 'update-username')
      await world.db.query('update account set security_risk = true where id = $1', [userId]);
    if (call in WITHOUT_PASSWORD) await world.db.query('delete from credential where account_id = $1', [userId]);
    return browser.call(call, body);
  };

export const scenarios: Scenarios = Object.fromEntries(
  Object.entries({ ...ALWAYS, ...WITHOUT_PASSWORD }).map(([call, body]) => [
    call,
    { 'Session.Stale': stale(call, body) },
  ]),
);
