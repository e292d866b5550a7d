"""Asks a server with the client that openapi-python-client made: use.py URL KEY."""

import json
import sys

from miedza_polish_land_parcels_client import AuthenticatedClient
from miedza_polish_land_parcels_client.api.check import check
from miedza_polish_land_parcels_client.api.layer import layer
from miedza_polish_land_parcels_client.api.parcel import parcel_batch
from miedza_polish_land_parcels_client.models import BatchItem, FloodLayer, LayerKey, ParcelBatchInput

EXAMPLE = "141803_2.0009.123/4"
url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="X-Api-Key")
verdict = check.sync(client=client, id=EXAMPLE).result.verdict
flood = layer.sync(LayerKey.FLOOD, client=client, id=EXAMPLE).result
assert isinstance(flood, FloodLayer), flood
items = parcel_batch.sync(client=client, body=ParcelBatchInput(items=[BatchItem(id=EXAMPLE)])).result
assert len(items) == 1 and items[0].result.id == EXAMPLE
print(json.dumps({"verdict": str(verdict), "flood": str(flood.answer.coverage)}))
