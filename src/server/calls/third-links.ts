/** `third-links`: the third-party identities linked to the signed-in account, and what it may link besides. */

import { MASTER } from '../accounts/kinds.ts';
import { signedIn } from '../accounts/owner.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'third-links'> = async (_request, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const rows = await context.db.query<{ id: string; provider: string; name: string; created_at: Date }>(
    'select id, provider, name, created_at from third_identity where account_id = $1 order by created_at desc, provider',
    [found.owner.id],
  );
  // A member's link is its master's to cut.
  const removable = found.owner.kind === MASTER;
  const links = rows.map(({ id, provider, name, created_at: since }) => ({
    id,
    provider,
    name,
    since: since.toISOString(),
    removable,
  }));
  const { thirdParties } = context;
  const isLinkable = (id: string): boolean =>
    !thirdParties.get(id)?.members && !links.some(({ provider }) => provider === id);
  return {
    code: 200,
    data: { links, linkable: removable ? thirdParties.configured.filter(isLinkable) : [] },
  };
};
