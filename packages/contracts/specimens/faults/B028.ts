import { BaseInteractionEnv, defineEnv, type JsonObject, type StepContext } from 'slime-sdk';

/** Grades the length of an answer. */
class Lengths extends BaseInteractionEnv {
  override reset() {
    const parameters = {
      type: 'object',
      properties: { answer: { type: 'string' } },
      required: ['answer'],
    };
    const grade = { name: 'grade', description: 'Grades an answer.', parameters };
    return { tools: [{ type: 'function' as const, function: grade }] };
  }

  step(_responseText: string, { calls, content }: StepContext) {
    const grades = calls.map((call) => this.grade(call.arguments));
    return { observation: { text: grades.join('\n') || 'Go on.' }, done: content === 'done' };
  }

  grade(args: JsonObject | undefined): string {
    const answer = args?.['answer'];
    return typeof answer === 'string' ? `${answer.length} letters` : 'Error: answer is no text.';
  }
}

/** Legal JSON of another shape than the expected one is read as if it had it. */
class Expecting extends Lengths {
  override grade(args: JsonObject | undefined): string {
    const { answer } = args as { answer: string };
    return `${answer.length} letters`;
  }
}

export const correct = defineEnv({ name: 'lengths', apiVersion: 1, build: () => new Lengths() });
export const broken = defineEnv({ name: 'lengths', apiVersion: 1, build: () => new Expecting() });

export const specimen = { kind: 'env', fault: { row: 'B028', check: 'env/survives-calls' } };
