import { makeChatLink } from '@institute/contract/phone';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useSite } from '../../api/context.ts';

export function BackButton() {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname === '/') return null;

  const goBack = () => {
    // A visitor who came from elsewhere, such as a search, goes back there. A new tab has no earlier page
    const hasPreviousPage = router.history.canGoBack() || document.referrer !== '';
    if (hasPreviousPage && window.history.length > 1) window.history.back();
    else router.navigate({ to: '/' });
  };
  return (
    <button
      type="button"
      onClick={goBack}
      className={makeButtonClass({
        variant: 'outline',
        className: cx(
          'needs-script gap-3.5 pl-3.5 data-folded:[clip-path:inset(0_calc(100%-3rem)_0_0_round_9999px)]',
          chatButtonClass,
        ),
      })}
    >
      <ArrowLeft aria-hidden />
      <span>Back</span>
    </button>
  );
}

export function ChatButton() {
  const { institute } = useSite();
  if (!institute.chatPhone) return null;
  return (
    <a
      href={makeChatLink(institute.chatPhone, institute.chatGreeting)}
      target="_blank"
      rel="noopener noreferrer"
      data-at-end
      className={makeButtonClass({
        className: cx(
          'ml-auto flex-row-reverse gap-3.5 pr-3.5 data-folded:[clip-path:inset(0_0_0_calc(100%-3rem)_round_9999px)]',
          chatButtonClass,
        ),
      })}
    >
      <MessageCircle aria-hidden />
      <span>Chat with us</span>
    </a>
  );
}

// The button folds by clipping, because another size would change the page's layout. The gap keeps the label
// out of the icon's 48 px.
const chatButtonClass = cx(
  'pointer-events-auto min-w-0 rounded-full max-md:my-3 md:shadow-float',
  // Keyboard focus moves the button back into view
  'data-aside:not-focus-visible:translate-y-20',
);
