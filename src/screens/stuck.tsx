/**
 * What stands in the place of a screen that waits for something as long as only scripts could bring it: without scripts,
 * and once the page gave up waiting for them. It is hidden, and styles alone show it (`css/late.ts`, and the prerender's own
 * for browsers without scripts); it goes with the first thing that happens.
 */
import { Icon } from '../theme/icon.tsx';
import { Links } from '../theme/links.tsx';
import { Notice } from '../theme/notice.tsx';
import { useScreening } from './use-screening.ts';

/** Name of the text of a screen that says what to do where scripts are off. */
const OFF = 'off';

export function Stuck() {
  const { page, text, has, key, pathOf } = useScreening();
  const home = { id: 'home', label: text('early.home'), href: pathOf(page.shell.line.home) ?? '/' };
  const own = key(OFF);
  const say = (when: string, title: string, words: string) => (
    <div className={`stuck ${when}`} hidden>
      <Notice
        tone="warning"
        icon={<Icon name="warning" />}
        title={text(title)}
        text={text(words)}
        actions={<Links items={[home]} />}
      />
    </div>
  );
  return (
    <>
      {say(OFF, 'early.off.title', has(own) ? own : 'early.off.waiting')}
      {say('late', 'early.late.title', 'early.late.text')}
    </>
  );
}
