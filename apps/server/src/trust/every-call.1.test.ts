import { tryEveryCall } from '../testing/try-every-call.ts';

tryEveryCall(0, 3);
