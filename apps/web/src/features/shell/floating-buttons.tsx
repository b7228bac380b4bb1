import { chatLink } from '@institute/contract/phone';
import { useLocation, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useSite } from '../../api/context.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Goes back in the history, or home when the visitor came straight to this page. */
export function BackButton() {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname === '/') return null;

  const back = () => (canGoBack() ? window.history.back() : router.navigate({ to: '/' }));
  return (
    <button
      type="button"
      onClick={back}
      className={buttonClass({
        variant: 'outline',
        className: 'needs-script fixed bottom-4 left-4 z-20 rounded-full shadow-float print:hidden',
      })}
    >
      <ArrowLeft aria-hidden />
      Back
    </button>
  );
}

/** Whether the previous page belongs to this site. */
function canGoBack(): boolean {
  if ('navigation' in window) return window.navigation.canGoBack;
  return document.referrer.startsWith(location.origin) || Number(history.state?.__TSR_index) > 0;
}

export function ChatButton() {
  const { institute } = useSite();
  return (
    <a
      href={chatLink(institute.chatPhone, institute.chatGreeting)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ className: 'rounded-full shadow-float' })}
    >
      <MessageCircle aria-hidden />
      Chat with us
    </a>
  );
}
