import * as z from 'zod';

export const importAnswer = z.object({ id: z.int() });
