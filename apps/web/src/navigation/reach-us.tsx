import { makeChatLink, makeTelLink } from '@institute/contract/phone';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../api/context.ts';

/** Buttons to call and to chat, if the institute has a number, and the given children. */
export function ReachUs({ children }: { children?: ReactNode }) {
  const { phones, chatPhone, chatGreeting } = useSite().institute;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {phones.slice(0, 1).map((phone) => (
        <a key={phone} href={makeTelLink(phone)} className={makeButtonClass({ variant: 'outline' })}>
          <Phone aria-hidden />
          <span>
            Call us: <span translate="no">{phone}</span>
          </span>
        </a>
      ))}
      {chatPhone && (
        <a
          href={makeChatLink(chatPhone, chatGreeting)}
          target="_blank"
          rel="noopener noreferrer"
          className={makeButtonClass({ variant: 'outline' })}
        >
          <MessageCircle aria-hidden />
          WhatsApp
        </a>
      )}
      {children}
    </div>
  );
}
