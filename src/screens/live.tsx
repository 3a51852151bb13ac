import { type ReactNode, useEffect, useState } from 'react';
import { LIVE } from '../browser/early.ts';
import { loadBundles } from './bundles.ts';
import { learnCatalogue } from './catalogue.ts';
import type { Page } from './page.ts';
import { ScreenHost } from './screen-host.tsx';

/**
 * The whole page: what is prerendered and what the browser takes over, one component, so that both give elements the same
 * ids. Once its own effects have run, the root says that it is live (journeys and the bench wait for that).
 */
export function Live({ page }: { readonly page: Page }) {
  const [beside, setBeside] = useState<ReactNode>();
  useEffect(() => {
    document.documentElement.setAttribute('data-live', '');
    // The other tabs' parts, before anybody gets there; a part that is missing is asked for again where it is shown.
    const { pack } = page.model.get();
    loadBundles(pack).catch(() => {});
    // What only they may answer, too.
    if (Object.keys(pack.forms).length > 1) void learnCatalogue(page);
    import('./beside.tsx').then(
      ({ Beside }) => setBeside(<Beside page={page} />),
      () => {},
    );
    // A press that was kept: once what the fields held has become the form's, which takes React a task.
    setTimeout(() => setTimeout(() => dispatchEvent(new Event(LIVE))));
  }, [page]);
  return (
    <>
      <ScreenHost page={page} />
      {beside}
    </>
  );
}
