import { currencyOf, priceOf } from '../../domain/form/price.ts';
import { asDecimal } from '../../domain/submission/currencies.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { type ControlProps, idOf } from './control-props.ts';
import { textOf } from './entered-texts.ts';
import { PartsControl } from './part-controls.tsx';

/** The controls of a payment: its price, a box beside a price that may be left, or the amount. The currency is asked for where any is accepted. */
export const PaymentControl = (props: ControlProps) => {
  const { field, typed, described, texts } = props;
  const [currency, price] = [currencyOf(field), priceOf(field)];
  if (currency === null) return <PartsControl {...props} />;
  const name = `${field.key}.amount`;
  const text = textOf(typed, name);
  if (price && field.required)
    return (
      <p class="price" {...texts.attributes} safe>
        {texts.money(price)}
      </p>
    );
  if (price)
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          value={asDecimal(price.amount, currency)}
          checked={text.trim() !== ''}
          {...described}
        />
        <span class="price" {...texts.attributes} safe>
          {texts.money(price)}
        </span>
      </label>
    );
  return (
    <div class="parts">
      <div>
        <label for={`${idOf(field)}-amount`} {...texts.attributes} safe>
          {texts.say('amountIn', { currency })}
        </label>
        <input
          type="text"
          inputmode="decimal"
          id={`${idOf(field)}-amount`}
          name={name}
          value={attributeText(text)}
          dir="ltr"
          autocomplete="transaction-amount"
          {...described}
        />
      </div>
    </div>
  );
};
