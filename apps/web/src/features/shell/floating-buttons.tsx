import { chatLink } from '@institute/contract/phone';
import { buttonClass } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useSite } from '../../api/context.ts';

export function BackButton() {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname === '/') return null;

  const back = () => {
    // a visitor from elsewhere, such as a search, goes back there; a new tab has nothing before it
    const cameFrom = router.history.canGoBack() || document.referrer !== '';
    if (cameFrom && window.history.length > 1) window.history.back();
    else router.navigate({ to: '/' });
  };
  return (
    <button
      type="button"
      title="Back"
      onClick={back}
      className={buttonClass({
        variant: 'outline',
        className: cx('needs-script bottom-4 left-0 rounded-l-none border-l-0', edgeTabClass),
      })}
    >
      <ArrowLeft aria-hidden />
      <span className={edgeLabelClass}>Back</span>
    </button>
  );
}

export function ChatButton() {
  const { institute } = useSite();
  return (
    <a
      href={chatLink(institute.chatPhone, institute.chatGreeting)}
      target="_blank"
      rel="noopener noreferrer"
      title="Chat with us"
      className={buttonClass({ className: cx('right-0 bottom-4 ml-auto rounded-r-none', edgeTabClass) })}
    >
      <MessageCircle aria-hidden />
      <span className={edgeLabelClass}>Chat with us</span>
    </a>
  );
}

/**
 * A floating button beside the content that never covers it: as wide as the padding of `Container`, with a
 * label where the margin has room. `docked` puts it at the end of the page.
 */
const edgeTabClass = cx(
  'fixed z-20 h-14 w-[24px] overflow-hidden px-0! shadow-float focus-visible:-outline-offset-4 print:hidden [&_svg]:size-[18px]!',
  'xl:w-9 min-[100rem]:w-auto min-[100rem]:px-4!',
  'docked:static docked:shadow-none docked:h-auto docked:w-auto docked:rounded-control docked:border docked:px-4!',
);

const edgeLabelClass = 'sr-only docked:not-sr-only min-[100rem]:not-sr-only';
