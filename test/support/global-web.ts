// Runs once before all tests: what serves the dashboard needs it built.
import { buildWeb } from '../../scripts/build-web.ts'

export default buildWeb
