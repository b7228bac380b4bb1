import { tryEveryCall } from '../testing/try-every-call.ts';

tryEveryCall(1, 3);
