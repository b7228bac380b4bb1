import { tryEveryCall } from '../testing/try-every-call.ts';

tryEveryCall(2, 3);
