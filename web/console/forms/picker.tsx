import { kindNames } from '../../../domain/form/kind-names.ts';
import { Icon } from './icon.tsx';
import { kindGroups } from './kinds.ts';

/** The kinds of questions, by sort. @param place where the new question comes: after the question with this id, at the `start` or the `end` */
export const Picker = ({ place }: { readonly place: string }) => (
  <div class="picker" id="picker-kinds">
    {kindGroups.map(({ title, kinds }) => (
      <section>
        <h3 safe>{title}</h3>
        <div class="kinds">
          {kinds.map((kind) => (
            <button
              type="submit"
              name="action"
              value={`insert ${kind} ${place}`}
              class="secondary"
              data-kind={kind}
              formnovalidate
            >
              <Icon name={kind} /> <span safe>{kindNames[kind]}</span>
            </button>
          ))}
        </div>
      </section>
    ))}
  </div>
);
