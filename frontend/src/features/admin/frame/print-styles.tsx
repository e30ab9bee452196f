import { css, Global } from "@emotion/react";

const STYLES = css`
  @media print {
    @page {
      margin: 12mm;
    }
    html,
    body {
      background: none !important;
      font-size: 11pt;
    }
    body :is(header, footer, nav, [role="search"], [data-toasts], [data-unprinted]),
    body button:not([data-open], [data-stall], thead button) {
      display: none !important;
    }
    body section {
      box-shadow: none !important;
    }
    h1,
    h2,
    h3 {
      break-after: avoid;
    }
    [data-rows] {
      overflow: visible !important;
      max-height: none !important;
      margin-inline: 0 !important;
    }
    [data-rows] table {
      font-size: 9pt !important;
    }
    [data-rows] thead {
      display: table-header-group !important;
    }
    [data-rows] thead th {
      position: static !important;
      white-space: normal !important;
    }
    [data-rows] thead svg {
      display: none;
    }
    [data-rows] tbody {
      display: table-row-group !important;
    }
    [data-rows] tbody tr {
      display: table-row !important;
      break-inside: avoid;
    }
    [data-rows] :is(th, td) {
      display: table-cell !important;
      padding: 4px 8px 4px 0 !important;
      border-bottom: 1px solid #d9cbb6;
    }
    [data-rows] tbody td::before {
      display: none !important;
    }
    [data-rows] [data-open] {
      min-height: 0 !important;
      font-size: inherit !important;
      color: inherit;
    }
    [data-rows] [data-pressed] {
      display: none !important;
    }
  }
`;

/**
 * The dashboard on paper: what a view shows, without what is pressed. Tables are whole, also on a sheet that is narrower than
 * the screens that show them as tables, with their heads on each page. Buttons that are more than that stay: names of rows,
 * heads of columns, stalls of a plan. Important, because the rules override the parts' own.
 */
export function PrintStyles() {
  return <Global styles={STYLES} />;
}
