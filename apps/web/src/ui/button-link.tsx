import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

function ButtonAnchor({ variant, size, className, ...props }: ComponentProps<'a'> & ButtonLook) {
  return <a {...props} className={buttonClass({ variant, size, className })} />;
}

/** A link within the site that looks like a button; takes what the router's `Link` takes. */
export const ButtonLink = createLink(ButtonAnchor);
