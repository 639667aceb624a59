import type { ApiError } from '../../api/errors/errors.ts';
import type { RequestProblem } from '../../api/errors/problems.ts';

/** The problems that an error lists. */
export function problemsIn({ code, details }: ApiError): readonly Pick<RequestProblem, 'path' | 'message'>[] {
  if (code !== 'invalid_request' || !Array.isArray(details)) return [];
  return details.flatMap((detail: unknown) => {
    if (typeof detail !== 'object' || detail === null) return [];
    const [path, message] = [Reflect.get(detail, 'path'), Reflect.get(detail, 'message')] as unknown[];
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}

/** An error in the place of an answer: the reason, and every problem by its field. */
export const ErrorNotice = ({ error }: { readonly error: ApiError }) => (
  <div class="problem" role="alert">
    <p safe>{error.message}</p>
    {problemsIn(error).length > 0 && (
      <ul>
        {problemsIn(error).map(({ path, message }) => (
          <li>
            <code safe>{path}</code> <span safe>{message}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
);
