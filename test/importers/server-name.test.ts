import { expect, it } from 'vitest'
import { serverNameOf } from '../../src/importers/server-name.ts'
import { isName } from '../../src/names.ts'
import { isOtherHost } from '../../src/store/host.ts'

it.each([
  ['web01', 'web01'],
  ['web01.example.org', 'web01'],
  ['web01.example.org:8443', 'web01'],
  ['https://admin@shop.example:8443/blog?x#y', 'shop'],
  ['10.0.0.5', '10-0-0-5'],
  ['2001:db8::1', '2001-db8-1'],
  ['fe80::1%eth0', 'fe80-1-eth0'],
  ['2001:db8:0:1:0:0:0:11', '2001-db8-0-1-0-0-0-11'],
  ['2001:db8:0:1:0:0:0:12', '2001-db8-0-1-0-0-0-12'],
  ['2001:db8:a:b:c:d:e:f', '2001-db8-a-b-c-d-e-f'],
  ['0:0:0:0:0:ffff:10.0.0.5', '0-0-0-0-0-ffff-10-0-0-5'],
  ['a b', 'a-b'],
  ['docker-image://docker.io/library/nginx:latest', 'docker-io-library-nginx'],
  ['docker-image://acme/web:1.2', 'acme-web'],
  ['docker-image://acme/web@sha256:0a1b', 'acme-web'],
  ['docker-image://acme/web:1.2, acme/web:latest', 'acme-web'],
  ['docker-image://r.example:5000/web', 'r-example-5000-web'],
  ['docker-image://8f2b3c4d5e', '8f2b3c4d5e'],
  ['docker-container://web_1.blue', 'web_1-blue'],
  ['podman-image://8f2b3c4d5e6f [quay.io/acme/web:1.2 localhost/web:1]', 'quay-io-acme-web'],
  ['podman-image://8f2b3c4d5e6f []', '8f2b3c4d5e6f'],
  ['podman-container://8f2b3c4d5e6f web_1', 'web_1'],
  ['chroot:///mnt/web01', 'mnt-web01'],
  ['oscap-vm image /var/lib/web01.qcow2', 'var-lib-web01-qcow2'],
  ['oscap-vm domain web01', 'oscap-vm-domain-web01'],
  ['image shop.web:1', 'shop-web'],
  ['image sha256:0a1b', 'sha256-0a1b'],
  ['docker-image://sha256:0a1b', 'sha256-0a1b'],
  ['artifact /srv/shop:1', 'srv-shop-1'],
  ['artifact https://git.example/acme/shop', 'https-git-example-acme-shop'],
])('the server of %s is %s', (host, name) => {
  expect(serverNameOf(host)).toBe(name)
  expect(isName(name)).toBe(true)
})

it.each([
  [''],
  ['…'],
  ['https://'],
  ['.example.org'],
  ['artifact .'],
  ['artifact '],
  ['chroot:///'],
])('%j names no server', (host) => {
  expect(serverNameOf(host)).toBeNull()
})

it.each([
  [true, 'image registry.example/shop/web:1', 'image registry.example/shop-web:1'],
  [true, 'docker-image://acme/web:1', 'docker-image://acme-web:1'],
  [true, 'image shop/web', 'image shop-web'],
  [true, 'artifact /srv/shop', 'artifact /srv-shop'],
  [true, 'docker-container://nginx', 'docker-image://nginx:1.2'],
  [true, 'image shop:1', 'artifact shop'],
  [false, 'image shop:1', 'docker-image://shop:2'],
  [false, 'image registry.example/shop/web:1', 'image registry.example/shop/web@sha256:0a'],
  [false, 'docker-image://acme/web:1', 'podman-image://8f2b3c4d5e6f [acme/web:2]'],
  [false, 'artifact /srv/shop/', 'artifact /srv/shop'],
  [false, 'artifact ./shop', 'artifact shop'],
])('it is %s that %s and %s are two servers of one name', (isOther, one, other) => {
  expect(serverNameOf(one)).toBe(serverNameOf(other))
  expect(isOtherHost(one, other)).toBe(isOther)
})
