import './styles.css';
import { createCall, sendBy } from '@institute/client/call';
import { apiPrefix } from '@institute/contract/constants';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { makeRouter } from './router.tsx';

// the server knows the site's public address; a proxy or a test may show another one here
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const { origin } = new URL(canonical ?? location.href);

// no session: what every visitor may see is asked for without a bearer
const router = makeRouter(createCall(sendBy(apiPrefix)), origin);

hydrateRoot(document, <RouterClient router={router} />);
