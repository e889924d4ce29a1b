import { describe, expect, it } from 'vitest'
import { dateOutputOf, dateReader } from '../../src/importers/malware/date-output.ts'
import { monthOf } from '../../src/importers/malware/month-names.ts'
import { zoneOffset } from '../../src/importers/malware/zone-abbreviations.ts'
import { importContext } from '../support/imported.ts'

describe('what date prints', () => {
  it.each([
    ['Sun Nov 15 00:56:08 UTC 2026', '2026-11-15 00:56:08', 'UTC'],
    ['Sun Nov 15 00:56:08 2026', '2026-11-15 00:56:08', null],
    ['Thu May  7 01:02:03 PDT 2020', '2020-05-07 01:02:03', 'PDT'],
    ['Saturday 26 February 2022 10:13:41 AM IST', '2022-02-26 10:13:41', 'IST'],
    ['Sat Feb 26 12:00:41 AM UTC 2022', '2022-02-26 00:00:41', 'UTC'],
    ['Sat 26 Feb 2022 12:13:41 PM IST', '2022-02-26 12:13:41', 'IST'],
    ['Sat 26 Feb 10:13:41 GMT 2022', '2022-02-26 10:13:41', 'GMT'],
    ['Mo 2. Mär 10:13:41 CET 2026', '2026-03-02 10:13:41', 'CET'],
    ['samedi 26 février 2022, 10:13:41 (UTC+0100)', '2022-02-26 10:13:41', '+0100'],
    ['mar 03 nov 2026 10:13:41 CET', '2026-11-03 10:13:41', 'CET'],
    ['mar 03 mar 2026 10:13:41 CET', '2026-03-03 10:13:41', 'CET'],
    ['sáb 26 fev 2022 10:13:41 -03', '2022-02-26 10:13:41', '-03'],
    ['sob, 26 lut 2022, 10:13:41 CET', '2022-02-26 10:13:41', 'CET'],
    ['Сб 26 фев 2022 10:13:41 MSK', '2022-02-26 10:13:41', 'MSK'],
    ['2022年  2月 26日 土曜日 10:13:41 JST', '2022-02-26 10:13:41', 'JST'],
    ['2022. 02. 26. (토) 10:13:41 KST', '2022-02-26 10:13:41', 'KST'],
    ['la 26. helmikuuta 2022 10.13.41 +0200', '2022-02-26 10:13:41', '+0200'],
    ['su 8.11.2026 00.58.01 +0200', '2026-11-08 00:58:01', '+0200'],
    ['ti 17.2.2026 00.58.01 +0200', '2026-02-17 00:58:01', '+0200'],
    ['Sa 03 Jän 2026 22:05:09 CET', '2026-01-03 22:05:09', 'CET'],
    ['ven 03 jui 2026 22:05:09 EDT', '2026-07-03 22:05:09', 'EDT'],
    ['mer 03 jun 2026 22:05:09 EDT', '2026-06-03 22:05:09', 'EDT'],
    ['St čec 15 00:56:08 CEST 2026', '2026-07-15 00:56:08', 'CEST'],
    ['2026-11-15T01:02:03+00:00', '2026-11-15 01:02:03', '+00:00'],
    ['2026-11-15 01:02:03', '2026-11-15 01:02:03', null],
    ['Sunday, November 15, 2026 PM03:58:01 UTC', '2026-11-15 15:58:01', 'UTC'],
    ['Sunday, November 15, 2026 AM12:30:07 UTC', '2026-11-15 00:30:07', 'UTC'],
    ['Sun Nov 15 2026 p.m. 03:58:01 UTC', '2026-11-15 15:58:01', 'UTC'],
    ['Sun Nov 15 2026 3:58:01pm UTC', '2026-11-15 15:58:01', 'UTC'],
    ['Sun Nov 15 2026 03:58:01 p. m. UTC', '2026-11-15 15:58:01', 'UTC'],
    ['Sun Nov 15 2026 12:30:07 a.m. UTC', '2026-11-15 00:30:07', 'UTC'],
    ['Sun Nov 15 2026 15:58:01 PM UTC', '2026-11-15 15:58:01', 'UTC'],
    ['Mar 14 Xul 2026 03:58:01 UTC', '2026-07-14 03:58:01', 'UTC'],
    ['Mar 10 Mar 2026 03:58:01 UTC', '2026-03-10 03:58:01', 'UTC'],
    ['Ut  3. november 2026, 15:58:01 UTC', '2026-11-03 15:58:01', 'UTC'],
    ['2026. júl. 14., kedd, 15:58:01 UTC', '2026-07-14 15:58:01', 'UTC'],
    ['%1 tann 14. juli 2026 klokkan 15:58:01 (UTC+0000)', '2026-07-14 15:58:01', '+0000'],
    ['Thu Nov 19 10:57:54 ChST 2026', '2026-11-19 10:57:54', 'ChST'],
    ['Thu Nov 19 10:57:54 AM ChST 2026', '2026-11-19 10:57:54', 'ChST'],
    ['Thu 19 Nov 2026 10:57:54 AM ChST', '2026-11-19 10:57:54', 'ChST'],
    // What TZ holds when it is mistyped.
    ['Thu Nov 19 00:57:54 Europe 2026', '2026-11-19 00:57:54', null],
    ['Thu Nov 19 00:57:54 Mars 2026', '2026-11-19 00:57:54', null],
    ['Thu Nov 19 00:57:54 Local 2026', '2026-11-19 00:57:54', null],
    ['Thu Nov 19 00:57:54 GMT+1 2026', '2026-11-19 00:57:54', null],
    ['Thu Nov 19 00:57:54 <+0530> 2026', '2026-11-19 00:57:54', null],
    ['Thu Nov 19 00:57:54 -03 2026', '2026-11-19 00:57:54', '-03'],
  ])('%s is %s, zone %s', (text, wallClock, zone) => {
    expect(dateOutputOf(text)).toEqual({ wallClock, zone })
  })

  it.each([
    ['', 'nothing'],
    ['one fine day', 'no time'],
    ['Sun Nov 15 00:56:08 UTC', 'no year'],
    ['Foo 2026 00:56:08', 'no day'],
    ['mar 14 xnt 2026 15:58:01 UTC', 'a weekday before a month that is not known'],
    ['Mar 13 Zen 2026 15:58:01 UTC', 'another one'],
    ['Mar Kun 14 15:58:01 UTC 2026', 'another one, with the month in front of the day'],
    ['Mar 14 A-K 2026 15:58:01 UTC', 'another one, of single letters'],
    ['%1 tann 14. xyz 2026 klokkan 15:58:01 (UTC+0000)', 'no month, and no second number'],
    ['2026 m. lapkričio 03 d. 15:58:01 UTC', 'no month that is known'],
    ['Thu Xyz 19 00:57:54 Mars 2026', 'a zone that looks like a month'],
    [`Sun Nov 15 00:56:08 UTC 2026${' '.repeat(100)}`, 'no end'],
  ])('%s is none: %s', (text) => {
    expect(dateOutputOf(text)).toBeNull()
  })
})

describe('the half of the day that date leaves out', () => {
  it.each([
    ['Min 15 Nov 2026 03:58:01  UTC', '15:58:01', '2026-11-15 15:58:01'],
    ['Ahad 15 Nov 2026 03:58:01  UTC', '15:59:20', '2026-11-15 15:58:01'],
    ['Ahad 15 Nov 2026 03:58:01  UTC', '03:58:02', '2026-11-15 03:58:01'],
    ['Min 15 Nov 2026 12:30:07  UTC', '00:30:07', '2026-11-15 00:30:07'],
    ['Min 15 Nov 2026 12:30:07  UTC', '12:30:07', '2026-11-15 12:30:07'],
    // The line was written a moment later, at noon or midnight.
    ['Min 15 Nov 2026 11:59:59  UTC', '00:00:00', '2026-11-15 23:59:59'],
    ['Min 15 Nov 2026 11:59:59  UTC', '12:00:00', '2026-11-15 11:59:59'],
    // What has nothing to do with each other, and a clock of 24 hours.
    ['Min 15 Nov 2026 03:58:01  UTC', '15:40:00', '2026-11-15 03:58:01'],
    ['Min 15 Nov 2026 15:58:01  UTC', '03:58:01', '2026-11-15 15:58:01'],
  ])('%s is told by the clock %s', (text, clock, wallClock) => {
    expect(dateOutputOf(text, clock)?.wallClock).toBe(wallClock)
  })
})

describe('a month', () => {
  it.each([
    'en',
    'de',
    'de-AT',
    'fr',
    'es',
    'pt',
    'gl',
    'it',
    'nl',
    'pl',
    'sv',
    'da',
    'nb',
    'ru',
    'tr',
    'ro',
  ])('is known by its names in %s', (language) => {
    for (const style of ['long', 'short'] as const) {
      for (let month = 1; month <= 12; month++) {
        const text = new Intl.DateTimeFormat(language, {
          month: style,
          day: 'numeric',
          timeZone: 'UTC',
        }).format(Date.UTC(2026, month - 1, 3))
        expect([text, monthOf(text)]).toEqual([text, month])
      }
    }
  })

  it('of another language is that of one of these where the word is the same', () => {
    // `out` is August in Mauritian Creole, and October in Portuguese.
    expect(dateOutputOf('ze 13 out 2026 11:58:01 UTC')?.wallClock).toBe('2026-10-13 11:58:01')
  })

  it('is not known by a word that is none, or too short', () => {
    expect(monthOf('Xyz')).toBeNull()
    expect(monthOf('ma')).toBeNull()
  })
})

describe('a zone', () => {
  it.each([
    ['UTC', 0],
    ['CEST', 7200],
    ['ACST', 34_200],
    ['-03', -10_800],
    ['+0530', 19_800],
    ['+05:30', 19_800],
    ['ChST', 36_000],
  ])('%s is %i seconds ahead', (zone, seconds) => {
    expect(zoneOffset(zone)).toBe(seconds)
  })

  it.each(['IST', 'CST', 'EST', 'BST', 'PST', 'XYZ', '+99', 'constructor'])(
    '%s is unclear',
    (zone) => {
      expect(zoneOffset(zone)).toBeNull()
    },
  )
})

describe('a reader of dates', () => {
  const reader = (zone: string, isZoneSaid = false) => {
    const remarks: string[] = []
    const context = importContext({ zone, isZoneSaid, onRemark: (text) => remarks.push(text) })
    return { read: dateReader(context), remarks }
  }

  it('takes the zone that is written, where it has one meaning', () => {
    const { read, remarks } = reader('America/New_York')
    expect(read('Sun Nov 15 01:56:08 CET 2026')).toBe(Date.UTC(2026, 10, 15, 0, 56, 8) / 1000)
    expect(remarks).toEqual([])
  })

  it('else the zone of the operator, and says so once', () => {
    const { read, remarks } = reader('Asia/Shanghai')
    expect(read('Sun Nov 15 08:56:08 CST 2026')).toBe(Date.UTC(2026, 10, 15, 0, 56, 8) / 1000)
    read('Mon Nov 16 08:56:08 CST 2026')
    expect(remarks).toEqual(['CST names several time zones; --timezone says which one is meant'])
  })

  it('has nothing to say where the operator has said which zone is meant', () => {
    const { read, remarks } = reader('Asia/Shanghai', true)
    expect(read('Sun Nov 15 08:56:08 CST 2026')).toBe(Date.UTC(2026, 10, 15, 0, 56, 8) / 1000)
    expect(remarks).toEqual([])
  })

  it('tells the two times of an hour that comes twice by their names', () => {
    const { read } = reader('America/New_York')
    expect(read('Sun Nov  1 01:30:00 EDT 2026')).toBe(Date.UTC(2026, 10, 1, 5, 30) / 1000)
    expect(read('Sun Nov  1 01:30:00 EST 2026')).toBe(Date.UTC(2026, 10, 1, 6, 30) / 1000)
    expect(read('Sun Nov  1 02:30:00 EST 2026')).toBe(Date.UTC(2026, 10, 1, 7, 30) / 1000)
    // The night in which an hour is left out, and a zone that has neither.
    expect(read('Sun Mar  8 01:30:00 EST 2026')).toBe(Date.UTC(2026, 2, 8, 6, 30) / 1000)
    expect(reader('Asia/Shanghai').read('Sun Nov  1 01:30:00 CST 2026')).toBe(
      Date.UTC(2026, 9, 31, 17, 30) / 1000,
    )
    // Summer time in Ireland, the other in Israel: as a time without a name.
    expect(reader('Europe/Dublin').read('Sun Oct 25 01:30:00 IST 2026')).toBe(
      Date.UTC(2026, 9, 25, 0, 30) / 1000,
    )
  })

  it('knows no day that does not exist', () => {
    expect(reader('UTC').read('Sun Feb 30 08:56:08 UTC 2026')).toBeNull()
    expect(reader('UTC').read('Sun Nov 15 25:56:08 UTC 2026')).toBeNull()
  })
})
